import { createFileRoute } from '@tanstack/react-router'
import { SharedPictures } from '../features/captures/SharedPictures.tsx'
import { CaptureChoices } from '../features/shell/CapturePicker.tsx'
import { prefetchMissingData } from '../lib/offlinePrefetch.ts'
import { Page } from '../ui/layout/Page.tsx'

export const Route = createFileRoute('/capture')({
  staticData: { access: 'user' },
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: ChooseMeter,
})

/** The app's shortcut 撮影, and where pictures arrive that another app shared. */
function ChooseMeter() {
  return (
    <Page title="撮影するメーター">
      <SharedPictures>
        {(shared) => <CaptureChoices shared={shared} onChosen={() => undefined} />}
      </SharedPictures>
    </Page>
  )
}
