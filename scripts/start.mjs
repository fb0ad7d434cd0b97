// `npm start`: install and build what is stale, then become the server.
import { become, build, install, node } from './bootstrap.mjs'

install()
build()
become(node, ['scripts/serve.ts'])
