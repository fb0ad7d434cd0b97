"""OpenStack Swift with its S3 API in one process: objects in memory, everything else in the given folder.

Prints the port of the S3 API once it answers. Debian's python3-swift is enough: no services, no memcached, no root.
"""

import eventlet

eventlet.monkey_patch()

import os
import sys

from eventlet import wsgi
from swift.common import utils, wsgi as swift_wsgi
from swift.common.ring import RingBuilder

folder = sys.argv[1]
# Swift reads it from /etc otherwise, on the first import of its servers.
utils.SWIFT_CONF_FILE = os.path.join(folder, 'swift.conf')


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = only\ndefault = yes\n')
os.makedirs(os.path.join(folder, 'devices', 'disk'))
common = f"""[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
log_level = ERROR
[app:main]
"""
servers = {'account': 'account', 'container': 'container', 'object': 'mem_object'}


class NoCache:
    """Stands in for memcached: tempauth refuses to work without one, though S3 calls store nothing in it."""

    def get(self, *args, **options):
        return None

    def set(self, *args, **options):
        pass

    delete = set


def listen(conf, sock):
    app = swift_wsgi.loadapp(conf, global_conf={'log_name': 'swift'})

    def with_cache(env, start_response):
        env['swift.cache'] = NoCache()
        return app(env, start_response)

    eventlet.spawn(
        wsgi.server,
        sock,
        with_cache,
        swift_wsgi.NullLogger(),
        protocol=swift_wsgi.SwiftHttpProtocol,
        # The AWS SDK expects «ETag», not «Etag».
        capitalize_response_headers=False,
    )


sockets = {name: eventlet.listen(('127.0.0.1', 0)) for name in servers}
for name in servers:
    builder = RingBuilder(part_power=1, replicas=1, min_part_hours=0)
    port = sockets[name].getsockname()[1]
    device = {'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'disk'}
    builder.add_dev(device)
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, f'{name}.ring.gz'))

for name, program in servers.items():
    listen(write(f'{name}-server.conf', f'{common}use = egg:swift#{program}\n'), sockets[name])

proxy = write('proxy-server.conf', f"""[DEFAULT]
swift_dir = {folder}
log_level = ERROR
[pipeline:main]
pipeline = catch_errors gatekeeper s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
allow_multipart_uploads = false
[filter:tempauth]
use = egg:swift#tempauth
user_kenshin_tests = secret-of-tests .admin
""")
sock = eventlet.listen(('127.0.0.1', 0))
listen(proxy, sock)
print(sock.getsockname()[1], flush=True)
while True:
    eventlet.sleep(3600)
