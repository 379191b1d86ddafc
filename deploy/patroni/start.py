"""Starts Patroni (docs/operations.md#a-cluster): python3 start.py /etc/patroni/patroni.yaml

Refuses a Patroni that takes the leader's key from another machine, or believes an etcd that was cut off.
Patroni raises a `ttl` of less than twenty seconds to twenty, also where its own rule for the three times holds. Here
that rule is enough; times that break it are Patroni's to adjust.
"""

import re
import sys

from patroni.config import Config
from patroni.version import __version__

LEAST_VERSION = (4, 0, 6)
CHECK = '_validate_and_adjust_timeouts'


def times_of(values):
    usual = {'loop_wait': 10, 'retry_timeout': 10, 'ttl': 30}
    return (int(values.get(name, time)) for name, time in usual.items())


def accept_short_ttl(adjust):
    def check(config, values):
        loop_wait, retry_timeout, ttl = times_of(values)
        if loop_wait < 1 or retry_timeout < 3 or loop_wait + 2 * retry_timeout > ttl:
            adjust(config, values)

    return check


if __name__ == '__main__':
    if tuple(map(int, re.findall(r'\d+', __version__)[:3])) < LEAST_VERSION:
        sys.exit(f'Patroni 4.0.6 or newer is needed, here is {__version__}: an older one loses what was acknowledged.')
    if not hasattr(Config, CHECK):
        sys.exit(f'Patroni {__version__} checks its times elsewhere: see docs/operations.md#a-cluster.')
    setattr(Config, CHECK, accept_short_ttl(getattr(Config, CHECK)))
    from patroni.__main__ import main

    main()
