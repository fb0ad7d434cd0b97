import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import type { Meter } from '../../../../contract/meters.ts'
import type { MeterTerms } from '../../../../contract/usage/terms.ts'
import { useDeleteTerms } from '../../../lib/mutations/termsMutations.ts'
import { termsEffectQuery, termsQuery } from '../../../lib/queries/meterTerms.ts'
import { DeleteAction } from '../../../ui/form/DeleteAction.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../../ui/table/RefetchError.tsx'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { Fact } from '../../../ui/text/Fact.tsx'
import { TermsDialog } from './TermsDialog.tsx'
import { TermsEffectList } from './TermsEffectList.tsx'
import classes from './terms.module.css'
import { startText, termsText } from './termsText.ts'

interface Props {
  meter: Meter
  unit: string
}

/** 倍率と桁数の履歴: how a meter counted when, and another change, correction or deletion. */
export function TermsHistory({ meter, unit }: Props) {
  const { data, error, dataUpdatedAt, refetch } = useQuery(termsQuery(meter.id))
  /** `null`: new terms. */
  const [edited, setEdited] = useState<MeterTerms | null | undefined>()
  const zone = use(TimeZone)
  const retry = () => void refetch()
  return (
    <Fact label="倍率と桁数の履歴">
      <span className={classes.history}>
        {data ? (
          <>
            {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
            <ul className={classes.history} aria-label="倍率と桁数の履歴">
              {data.map((terms, index) => (
                <li key={terms.id} className={classes.row}>
                  <span>
                    {startText(terms.valid_from, zone)}から
                    <span className="tabular-nums"> {termsText(terms)}</span>
                    {index === 0 && (
                      <span className={classes.quiet}>
                        {data.length === 1 ? '今の設定。途中で変わったことはありません' : '今の設定'}
                      </span>
                    )}
                  </span>
                  <span className={classes.buttons}>
                    <ActionIcon
                      variant="subtle"
                      size={44}
                      aria-label={`${startText(terms.valid_from, zone)}からの設定を修正`}
                      onClick={() => setEdited(terms)}
                    >
                      <IconPencil size={20} aria-hidden />
                    </ActionIcon>
                    {terms.valid_from !== null && (
                      <DeleteButton
                        meter={meter}
                        unit={unit}
                        terms={terms}
                        start={startText(terms.valid_from, zone)}
                      />
                    )}
                  </span>
                </li>
              ))}
            </ul>
            <Button
              mih={44}
              variant="default"
              leftSection={<IconPlus size={20} aria-hidden />}
              onClick={() => setEdited(null)}
            >
              変更を追加
            </Button>
          </>
        ) : error ? (
          <ErrorState error={error} retry={retry} />
        ) : (
          <Skeleton height={44} aria-label="読み込み中" role="status" />
        )}
      </span>
      {data && edited !== undefined && (
        <TermsDialog
          meter={meter}
          unit={unit}
          history={data}
          terms={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Fact>
  )
}

interface DeleteProps extends Props {
  terms: MeterTerms
  start: string
}

function DeleteButton({ meter, unit, terms, start }: DeleteProps) {
  const client = useQueryClient()
  const deletion = useDeleteTerms(meter.id)
  const question = async () => {
    const effect = await client
      .fetchQuery(termsEffectQuery(meter.id, { terms_id: terms.id }))
      .catch(() => undefined)
    return (
      <>
        <p>
          「{meter.name}」の {start}からの設定（{termsText(terms)}
          ）を削除します。その前の設定が続けて適用されます。
        </p>
        {effect ? (
          <TermsEffectList effect={effect} unit={unit} decimals={meter.decimal_point} />
        ) : (
          <p>使用量が変わる月を調べられませんでした。</p>
        )}
      </>
    )
  }
  return (
    <DeleteAction
      label={`${start}からの設定を削除`}
      what="倍率と桁数の変更"
      text={question}
      onDelete={() => deletion.mutateAsync(terms.id)}
    />
  )
}
