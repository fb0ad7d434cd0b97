// `npm start`: install and build what is stale, then become the server.
import { become, build, install, node, nodeFlags } from './bootstrap.mjs'

install()
build()
become(node, [...nodeFlags, 'scripts/serve.ts'])
