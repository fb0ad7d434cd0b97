import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { use } from 'react'
import { FailureTexts } from './failures.ts'
import { OfflineState } from './OfflineState.tsx'
import { StateMessage } from './StateMessage.tsx'

interface Props {
  error: unknown
  retry?: (() => void) | undefined
  /** It stands for a whole page. */
  heading?: boolean
}

/** What failed, what to do, and 再試行. Without signal it says so instead. */
export function ErrorState({ error, retry, heading = false }: Props) {
  const { title, detail, requestId, offline } = use(FailureTexts)(error)
  if (offline && !navigator.onLine) return <OfflineState retry={retry} heading={heading} />
  return (
    <StateMessage
      heading={heading}
      icon={IconAlertTriangle}
      tone="abnormal"
      title={title}
      text={detail}
      requestId={requestId}
      role="alert"
      action={
        retry && (
          <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={retry}>
            再試行
          </Button>
        )
      }
    />
  )
}
