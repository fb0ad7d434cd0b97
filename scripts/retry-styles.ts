import type { Plugin } from 'vite'

const helper = /vite\/preload-helper/
const afterFailure = /(\(err\) => \{\s*)seen\[href\] = void 0;/

/** A style that could not be loaded is asked for again with the part it belongs to; Vite takes it for loaded. */
export function retryStyles(): Plugin {
  return {
    name: 'retry-styles',
    apply: 'build',
    transform: {
      filter: { id: helper },
      handler(code) {
        if (!afterFailure.test(code)) throw new Error('Vite keeps its styles in another way now')
        return { code: code.replace(afterFailure, '$1delete seen[href];'), map: null }
      },
    },
  }
}
