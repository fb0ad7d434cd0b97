import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useCanGoBack, useRouter } from '@tanstack/react-router'

interface Props {
  /** Where the way back leads when the screen was opened by its address. */
  to: '/' | '/meters'
}

/** Back to where the person came from. */
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
