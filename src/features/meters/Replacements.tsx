import { Button, Flex } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconReplace } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { role } from '../../../contract/access.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { ListedReplacement, Replacement } from '../../../contract/replacements.ts'
import { useHeldReplacements, withReplacements } from '../../lib/held/heldReplacements.ts'
import { useDeleteReplacement } from '../../lib/mutations/replacementMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { replacementsQuery } from '../../lib/queries/replacements.ts'
import { replacementText } from '../../lib/readings/replacementText.ts'
import { HeldMark } from '../../shared/held/HeldMark.tsx'
import { DeleteAction } from '../../ui/form/DeleteAction.tsx'
import { RefetchError } from '../../ui/table/RefetchError.tsx'
import { Fact } from '../../ui/text/Fact.tsx'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { ReplacementDialog } from './ReplacementDialog.tsx'
import classes from './Replacements.module.css'

interface Props {
  meter: Meter
  unit: string
}

/** メーター交換: what was replaced when, and another replacement. */
export function Replacements({ meter, unit }: Props) {
  const { data, error, dataUpdatedAt, refetch } = useQuery(replacementsQuery(meter.id))
  const [opened, dialog] = useDisclosure()
  const isAdmin = useAccount().role >= role.admin
  // Without signal, or before the answer, the latest is known from the list of meters.
  const rows: (Replacement & Partial<ListedReplacement>)[] =
    data ?? (meter.replacement === null ? [] : [meter.replacement])
  const replacements = useHeldReplacements(meter)
  const held = replacements.filter(({ id }) => rows.every((row) => row.id !== id))
  const written = (oldEnd: number | null, newStart: number) =>
    replacementText({ oldEnd, newStart }, meter.decimal_point, unit)
  return (
    <Fact label="メーター交換">
      <span className={classes.replacements}>
        {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={() => void refetch()} />}
        {rows.length + held.length === 0 && '交換なし'}
        {rows.length + held.length > 0 && (
          <Flex component="ul" direction="column" gap={4} w="100%" aria-label="メーター交換の履歴">
            {held.map(({ key, at, oldEnd, newStart, note, arrived }) => (
              <Flex
                key={key}
                component="li"
                gap="xs"
                align="center"
                justify="space-between"
                className="tabular-nums"
              >
                <span>
                  <PlainTime time={new Date(at).toISOString()} /> {written(oldEnd, newStart)}{' '}
                  <HeldMark arrived={arrived} />
                  <span className={classes.quiet}>{note}</span>
                </span>
              </Flex>
            ))}
            {rows.map((row) => (
              <Flex
                key={row.id}
                component="li"
                gap="xs"
                align="center"
                justify="space-between"
                className="tabular-nums"
              >
                <span>
                  <PlainTime time={row.replaced_at} /> {written(row.old_end_value, row.new_start_value)}
                  <span className={classes.quiet}>
                    {[row.user?.username, row.note].filter((text) => text).join('、')}
                  </span>
                  {row.is_duplicate === true && (
                    <span className={classes.quiet}>
                      ひとつ前の交換と重複しているようです。使用量には1回分だけ数えています。重複なら一方を削除し、2回交換したのなら2回目の直前の値を測定値として登録してください。
                    </span>
                  )}
                </span>
                {isAdmin && <DeleteButton row={row} meterName={meter.name} />}
              </Flex>
            ))}
          </Flex>
        )}
        <Button variant="default" leftSection={<IconReplace size={20} aria-hidden />} onClick={dialog.open}>
          メーター交換
        </Button>
      </span>
      {opened && (
        <ReplacementDialog meter={withReplacements(meter, replacements)} unit={unit} onClose={dialog.close} />
      )}
    </Fact>
  )
}

function DeleteButton({ row, meterName }: { row: Replacement; meterName: string }) {
  const deletion = useDeleteReplacement()
  return (
    <DeleteAction
      label="この交換を削除"
      what="メーター交換"
      text={() =>
        `「${meterName}」の交換を削除します。交換前の測定値が、次の測定値と比べられるようになります。`
      }
      onDelete={() => deletion.mutateAsync(row.id)}
    />
  )
}
