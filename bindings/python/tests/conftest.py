"""Every run of the tests makes the same examples, none are kept, and a busy machine is no failure."""
from hypothesis import HealthCheck, settings

settings.register_profile('same', derandomize=True, database=None, deadline=None,
                          suppress_health_check=[HealthCheck.too_slow])
settings.load_profile('same')
