// `npm start`: installs and builds what is stale, then becomes the server.
import { become, build, install, node, nodeFlags } from './bootstrap.mjs'

install()
build()
become(node, [...nodeFlags, 'scripts/serve.ts'])
