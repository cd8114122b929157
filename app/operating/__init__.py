"""The commands of `ouro` for operators of the bot."""
