import { createFileRoute, redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { listShared } from '../../offline/sharedPictures.ts'
import { SharedPictures } from '../features/captures/shared-pictures/SharedPictures.tsx'
import { ScanButton } from '../features/scan/ScanButton.tsx'
import { CaptureChoices } from '../features/shell/CapturePicker.tsx'
import { OpenWalks } from '../features/walk/OpenWalks.tsx'
import { hasJustBegun } from '../lib/held/awaitedPhotograph.ts'
import { meterAtStart } from '../lib/held/drafts.ts'
import { prefetchMissingData } from '../lib/held/offlinePrefetch.ts'
import { Page } from '../ui/layout/Page.tsx'

const someOrNone = z.catch(z.optional(z.int().check(z.positive())), undefined)

export const Route = createFileRoute('/capture')({
  staticData: { access: 'user' },
  validateSearch: z.object({ lost: someOrNone, refused: someOrNone }),
  beforeLoad: async ({ preload }) => {
    if (preload || !hasJustBegun() || (await listShared()).length > 0) return
    const left = await meterAtStart()
    if (left !== null)
      throw redirect({ to: '/capture-meter-value/$id', params: { id: String(left) }, replace: true })
  },
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: ChooseMeter,
})

const stay = () => undefined

/** The app's shortcut 撮影, and where pictures arrive that another app shared. */
function ChooseMeter() {
  const { lost, refused } = Route.useSearch()
  return (
    <Page title="撮影するメーター">
      <SharedPictures lost={lost} refused={refused}>
        {(shared) =>
          shared === undefined ? (
            <>
              <OpenWalks onChosen={stay} />
              <CaptureChoices scan={<ScanButton onFound={stay} />} onChosen={stay} />
            </>
          ) : (
            <CaptureChoices scan={null} shared={shared} onChosen={stay} />
          )
        }
      </SharedPictures>
    </Page>
  )
}
