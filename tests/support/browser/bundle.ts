import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** A page's script with its imports, built as the console is. */
export async function bundle(entry: URL): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2024',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: fileURLToPath(entry) },
    },
  })
  const [output] = [made].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error(`${entry} was not built`)
  return chunk.code
}
