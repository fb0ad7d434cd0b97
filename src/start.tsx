import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { failureText } from './lib/failures.ts'
import { announceFirstPaint } from './lib/firstPaint.ts'
import { nextTask } from './lib/nextTask.ts'
import { queryClient } from './lib/query.ts'
import { onLeaving, startSession } from './lib/session.ts'
import { startUpdates } from './pwa/updates.ts'
import { fetchFirstScreen, router } from './router.ts'
import { Notices } from './ui/notice/Notices.tsx'
import { FailureTexts } from './ui/state/failures.ts'
import { colorVariables } from './ui/theme/palette.ts'
import { theme } from './ui/theme/theme.ts'

function Drawn() {
  useEffect(announceFirstPaint, [])
  return null
}

/** Starts the console in the page. */
export async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  const splash = [...root.childNodes]
  const drawn = createRoot(root)
  let left = false
  onLeaving(() => {
    if (left) return
    left = true
    drawn.unmount()
    root.replaceChildren(...splash)
  })
  // Loaders run outside React: what they may find on the device must be there before the router starts. And what is
  // drawn is there as a whole: React holds back for a third of a second what comes after a gap.
  await Promise.all([fetchFirstScreen(), startSession().catch(console.error)])
  startUpdates()
  await nextTask()
  await router.load()
  if (left) return
  // In slices: a press is answered between them.
  startTransition(() =>
    drawn.render(
      <StrictMode>
        <MantineProvider theme={theme} cssVariablesResolver={colorVariables} defaultColorScheme="auto">
          <QueryClientProvider client={queryClient}>
            <FailureTexts value={failureText}>
              <RouterProvider router={router} />
            </FailureTexts>
            <Notices />
            <Drawn />
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  )
}
