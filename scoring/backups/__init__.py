"""What is left if the laptop is dead: backups of the site, packs, when they are made."""
