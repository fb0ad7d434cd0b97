import '@mantine/core/styles.layer.css'
import './global.css'
import { nextTask } from './lib/nextTask.ts'
import { onMissingFile } from './pwa/missingFile.ts'

window.addEventListener('vite:preloadError', onMissingFile)

/** One part after the other, each in a task of its own: all at once would leave a phone's screen dead for as long. */
async function load(): Promise<void> {
  const react = import('react-dom/client')
  // The first of its kind takes a phone as long as ten tiles: made while the rest is on its way.
  await nextTask()
  new Intl.NumberFormat('ja-JP')
  await react
  await nextTask()
  await import('./lib/session.ts')
  await nextTask()
  const { start } = await import('./start.tsx')
  await nextTask()
  await start()
}

load().catch((error: unknown) => {
  console.error(error)
  const again = document.createElement('button')
  again.textContent = '再読み込み'
  again.onclick = () => location.reload()
  document.getElementById('start')?.replaceChildren('読み込めませんでした', again)
})
