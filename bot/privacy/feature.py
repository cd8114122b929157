"""What privacy adds to the bot."""

from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.privacy.chat import PrivacyHandlers, privacy_commands
from service.personal_data import PersonalData


def privacy(interactions: Interactions, personal_data: PersonalData) -> Feature:
    """/privacy: export and deletion."""
    return Feature(privacy_commands(interactions), (PrivacyHandlers(interactions, personal_data),))
