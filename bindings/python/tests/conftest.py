"""Every run of the tests makes the same examples, and none are kept."""
from hypothesis import settings

settings.register_profile('same', derandomize=True, database=None, deadline=None)
settings.load_profile('same')
