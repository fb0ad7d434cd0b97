import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useCanGoBack, useRouter } from '@tanstack/react-router'

interface Props {
  /** Target without history. */
  to: '/' | '/meters' | '/devices' | '/maps' | '/organizations' | '/rounds' | '/help'
}

/** Back in history. */
export function BackButton({ to }: Props) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <ActionIcon
      aria-label="戻る"
      onClick={() => {
        if (canGoBack) router.history.back()
        else void router.navigate({ to })
      }}
    >
      <IconArrowLeft size={24} aria-hidden />
    </ActionIcon>
  )
}
