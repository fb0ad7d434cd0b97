// First: every schema looks at it when it is made.
import './lib/jitless.ts'
import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import '@mantine/notifications/styles.css'
import './global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './lib/query.ts'
import { startSession } from './lib/session.ts'
import { reloadForMissingFile } from './pwa/missingFile.ts'
import { startUpdates } from './pwa/updates.ts'
import { fetchFirstScreen, router } from './router.ts'
import { Notices } from './ui/Notices.tsx'
import { colorVariables, theme } from './ui/theme.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

window.addEventListener('vite:preloadError', reloadForMissingFile)

fetchFirstScreen()
// Loaders run outside React: what they may find on the device must be there before the router starts.
await startSession().catch(console.error)
startUpdates()

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={colorVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Notices />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
