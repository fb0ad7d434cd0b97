import { IconEyeExclamation } from '@tabler/icons-react'
import type { Reading } from '../../../contract/readings.ts'
import { readingStateOf } from '../../../contract/values/readingState.ts'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'

/** Leads from a reading that may wait for a person to its item of 要確認. */
export function ReviewLink({ reading }: { reading: Reading }) {
  const state = readingStateOf(reading)
  if (state !== 'unsure' && state !== 'refused' && reading.confirmed_doubts.length === 0) return null
  return (
    <ButtonLink
      to="/review"
      search={{ reading: reading.id }}
      mb={8}
      ml={8}
      variant="default"
      leftSection={<IconEyeExclamation size={20} aria-hidden />}
    >
      要確認で開く
    </ButtonLink>
  )
}
