import type { Plugin } from 'vite'

const jsonSchema = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/
const exported = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm

/**
 * Leaves out how zod writes JSON Schema, which every schema refers to and only the server does: 5 kB of each first
 * visit. Whoever asks for it in the console is refused.
 */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    transform: {
      filter: { id: jsonSchema },
      handler(code) {
        const names = [...code.matchAll(exported)].flatMap(
          ([, declared, renamed]) => declared ?? renamed ?? [],
        )
        if (names.length === 0) throw new Error('zod’s JSON Schema has another shape than it had')
        return `const refuse = () => () => { throw new Error('no JSON Schema in the console') }
${names.map((name) => `export { refuse as ${name} }`).join('\n')}`
      },
    },
  }
}
