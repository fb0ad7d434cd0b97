import { Button } from '@mantine/core'
import { useDebouncedValue, useNetwork } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type AskedTerms, termsEffectQuery } from '../../../lib/queries/meterTerms.ts'
import { EffectNote } from '../../../shared/readings/EffectNote.tsx'
import { TermsEffectList } from './TermsEffectList.tsx'

interface Props {
  meterId: number
  /** Of the form; null while they cannot be saved. */
  asked: AskedTerms | null
  unit: string
  /** If the unit changes as well. */
  unitBefore?: string | undefined
  decimals: number | null
}

const debounceMs = 400

/** Which months unsaved terms change, and by how much. */
export function TermsEffectNote({ meterId, asked, ...shown }: Props) {
  const { online } = useNetwork()
  const key = asked && JSON.stringify(asked)
  const [settled] = useDebouncedValue(key, debounceMs)
  const isCurrent = asked !== null && settled === key
  const { data, error, isFetching, refetch } = useQuery({
    ...termsEffectQuery(meterId, asked ?? {}),
    enabled: isCurrent,
  })
  const note = useRef<HTMLDivElement>(null)
  const isKnown = data !== undefined && isCurrent
  // On a phone it would be behind the buttons, which save without its having been seen.
  useEffect(() => {
    if (isKnown) note.current?.scrollIntoView({ block: 'nearest' })
  }, [isKnown])
  if (asked === null) return null
  return (
    <EffectNote ref={note}>
      {isKnown ? (
        <TermsEffectList effect={data} {...shown} />
      ) : !online ? (
        'オフラインのため、使用量が変わる月を表示できません。'
      ) : error && isCurrent && !isFetching ? (
        <>
          使用量が変わる月を調べられませんでした。{' '}
          <Button variant="default" size="compact-md" onClick={() => void refetch()}>
            再試行
          </Button>
        </>
      ) : (
        '使用量が変わる月を調べています…'
      )}
    </EffectNote>
  )
}
