"""Methods that were measured without a gain, kept so that they can be measured again."""
