import { build } from 'vite'

// node build-next.ts FOLDER: the console as it is, under other names of its files, as a new version has them.

const [outDir] = process.argv.slice(2)
if (outDir === undefined) throw new Error('build-next.ts FOLDER')
const name = 'assets/next-[name]-[hash]'
await build({
  logLevel: 'error',
  build: {
    outDir,
    rolldownOptions: {
      output: {
        entryFileNames: `${name}.js`,
        chunkFileNames: `${name}.js`,
        assetFileNames: `${name}[extname]`,
      },
    },
  },
})
