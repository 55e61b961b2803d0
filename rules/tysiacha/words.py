"""What the account of a deal of Tysiacha says: each sentence once, with named values."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.sentences import sayer

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "points": "{who} took {points} points.",
        "marriages": "{who} took {points} points and has {marriages} for marriages: {points} + {marriages} = {taken}.",
        "rounded": "To the nearest {unit}: {taken} counts as {after}.",
        "made": "The bid of {bid} is made: {score}.",
        "made.taken": "The bid of {bid} is made, and all that was taken counts: {score}.",
        "lost": "The bid of {bid} is lost: {score}.",
        "blind": "It was bid blind: {before} × {times} = {after}.",
        "conceded": "{who} gave up a bid of {bid}: {score}.",
        "conceded.to": "{who} gave up a bid of {bid}: {score} for each partner.",
        "conceded.half": "{who} gave up a bid of {bid}: half of it, to the nearest {unit}, {score}, for each partner.",
        "talon": "{who} sat out and gets {taken} for the widow.",
        "bolt": "{who} took nothing, zero no. {count}: {score}.",
        "fine": "{who} gave up, no. {count}: {score}.",
        "game": "{who} has won the game with {total}: {score}.",
        "fall": "{who} did not win in {count} deals on the barrel and falls: {score}.",
        "fall.one": "{who} did not win in the one deal on the barrel and falls: {score}.",
        "fall.newest": "{who} is thrown off the barrel by {newest}: {score}.",
        "fall.zero": "It is fall no. {count}: the whole total is lost.",
        "barrel": "{who} has {total} and stands on the barrel at {at}: {total} − {at} = {excess} go back.",
        "dump": "{who} stands at exactly {total} and goes back to 0.",
        "stake": "{who} has won the game with {total}: {chips} from each other seat.",
        "note.won": "{who} has won the game with {total} points.",
        "note.over": "The game is over; its totals stand.",
        "note.over.before": "{who} had won the game before this deal: it moves nothing.",
        "note.new": "A new game begins at 0.",
        "note.conceded": "{who} gave up a bid of {bid}; it costs nothing.",
        "note.short": "{who} is on the barrel: {at} + {score} do not make {target}, nothing is scored.",
        "note.off": "{who} lost the bid on the barrel and leaves it.",
        "note.stays": "{who} lost the bid on the barrel, pays nothing and stays there.",
        "note.barrel": "{who} is on the barrel, where only the soloist scores: {score} lapse.",
        "note.stopped": "{who} has {at} or more, where only the soloist scores: {score} lapse.",
        "note.bolt": "{who} took nothing: zero no. {count} of {limit}.",
        "note.fine": "{who} gave up: no. {count} of {limit}.",
        "note.climbs": "{who} is on the barrel at {at}.",
        "note.next": "{who} stays on the barrel: deal {count} of {limit} comes next.",
    }
)
say = sayer(SENTENCES)
