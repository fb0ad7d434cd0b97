import { IconPhoto } from '@tabler/icons-react'
import { ButtonLink } from '../../../ui/layout/ButtonLink.tsx'
import { useSharedCount } from './useSharedCount.ts'

/** The way to shared pictures that were left before their meter was chosen. */
export function SharedLink({ onChosen }: { onChosen: () => void }) {
  const count = useSharedCount()
  return (
    !!count && (
      <ButtonLink
        to="/capture"
        variant="light"
        size="lg"
        fullWidth
        mb="md"
        leftSection={<IconPhoto size={24} aria-hidden />}
        onClick={onChosen}
      >
        共有された写真（{count}枚）
      </ButtonLink>
    )
  )
}
