import '@mantine/core/styles.layer.css'
import './global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { announceFirstPaint } from './lib/live/firstPaint.ts'
import { queryClient } from './lib/live/queryClient.ts'
import { onSignOut, startSession } from './lib/session/session.ts'
import { onChunkLoadError } from './pwa/chunkLoadError.ts'
import { keepInstallPrompt } from './pwa/installPrompt.ts'
import { lookForRefusals } from './pwa/refusals.ts'
import { startUpdates } from './pwa/updates.ts'
import { fetchFirstScreen, router } from './router.ts'
import { ConfirmDialogs } from './ui/dialog/ConfirmDialogs.tsx'
import { NotificationList } from './ui/notice/NotificationList.tsx'
import { colorVariables } from './ui/theme/palette.ts'
import { printInLight } from './ui/theme/printInLight.ts'
import { theme } from './ui/theme/theme.ts'

function Console() {
  useEffect(announceFirstPaint, [])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={colorVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <NotificationList />
        <ConfirmDialogs />
      </QueryClientProvider>
    </MantineProvider>
  )
}

async function start(): Promise<void> {
  const element = document.getElementById('root')
  if (element === null) throw new Error('index.html has no #root')
  const splash = [...element.childNodes]
  const root = createRoot(element)
  let left = false
  onSignOut(() => {
    if (left) return
    left = true
    root.unmount()
    element.replaceChildren(...splash)
  })
  if (lookForRefusals()) (await import('./pwa/standIns.ts')).replaceRefused()
  // Loaders run outside React: their data on the device must be loaded before the router starts.
  await Promise.all([fetchFirstScreen(), startSession().catch(console.error)])
  startUpdates()
  printInLight()
  await router.load()
  if (left) return
  // A transition renders in slices: the browser paints and hears presses in between.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Console />
      </StrictMode>,
    ),
  )
}

window.addEventListener('vite:preloadError', onChunkLoadError)
keepInstallPrompt()
start().catch((error: unknown) => {
  console.error(error)
  const again = document.createElement('button')
  again.textContent = '再読み込み'
  again.onclick = () => location.reload()
  document.getElementById('start')?.replaceChildren('読み込めませんでした', again)
})
