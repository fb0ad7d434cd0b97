import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { NetworkError } from '../../failures/callErrors.ts'
import { failureText } from '../../failures/failureText.ts'
import { OfflineState } from './OfflineState.tsx'
import { StateMessage } from './StateMessage.tsx'

interface Props {
  error: unknown
  retry?: (() => void) | undefined
  /** Replaces the whole page. */
  heading?: boolean
}

/** Error, advice, 再試行; offline its own message. */
export function ErrorState({ error, retry, heading = false }: Props) {
  if (error instanceof NetworkError && !navigator.onLine)
    return <OfflineState retry={retry} heading={heading} />
  const { title, detail, requestId } = failureText(error)
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
