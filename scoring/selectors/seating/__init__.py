"""Who sits where: what a draw rests on, drafts, sit-outs, changes of seats."""
