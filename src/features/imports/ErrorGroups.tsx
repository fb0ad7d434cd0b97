import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { allows } from '../../../contract/access.ts'
import type { ImportPlan, ImportPreview } from '../../../contract/import/imports.ts'
import { type ImportTarget, importAccess, importTargets } from '../../../contract/import/importTargets.ts'
import { importNouns } from '../../../contract/import/nouns.ts'
import type { Repair } from '../../../contract/import/parsed.ts'
import { useUploadImport } from '../../lib/mutations/importMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { importTargetTexts } from '../../shared/imports/importTargetTexts.ts'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'
import { choicesText, columnLabel, countText, problemText, repairNames } from './importTexts.ts'

interface Props {
  noun: ImportTarget
  preview: ImportPreview
  onChange: (changed: Partial<ImportPlan>) => void
  /** Opens another import. */
  onOpen: (id: number) => void
}

/** Errors of one kind together, each with what repairs all of them, what blank cells may mean, and the chosen repairs. */
export function ErrorGroups({ noun, preview, onChange, onOpen }: Props) {
  const { groups, blanks, plan } = preview
  const chosen = Object.entries(plan.repairs).flatMap(([column, repairs]) =>
    repairs.map((repair) => ({ column, repair })),
  )
  if (groups.length + blanks.length + chosen.length === 0) return null
  const set = (column: string, repairs: Repair[]) =>
    onChange({ repairs: { ...plan.repairs, [column]: repairs } })
  const repairsOf = (column: string) => plan.repairs[column] ?? []
  return (
    <section aria-label="直すところ">
      <Title order={2} fz={16} mb="xs">
        直すところ
      </Title>
      <Stack gap="xs">
        {groups.map((group) => {
          const { column, problem, message, count, rows, repairs, text, unknown } = group
          const label = columnLabel(noun, column)
          return (
            <Paper key={`${column} ${problem} ${message}`} withBorder p="sm">
              <Text size="sm" className="break-anywhere">
                {label !== undefined && `${label}: `}
                {problemText(group)}
                {text !== '' && `（例: ${text}）`}
              </Text>
              <Text size="sm" c="dimmed">
                {countText(count)}行（{rows.slice(0, 5).join('、')}
                {count > 5 ? '…' : ''}行目）
              </Text>
              {problem === 'not_a_choice' && (
                <Text size="sm" className="break-anywhere">
                  選択肢: {choicesText(noun, column)}
                </Text>
              )}
              {unknown.length > 0 && <Register noun={noun} column={column} names={unknown} onOpen={onOpen} />}
              {column !== null && repairs.length > 0 && (
                <Group gap="xs" mt="xs">
                  {repairs.map((repair) => (
                    <Button
                      key={repair}
                      variant="light"
                      onClick={() => set(column, [...repairsOf(column), repair])}
                    >
                      {repairNames[repair]}
                    </Button>
                  ))}
                </Group>
              )}
            </Paper>
          )
        })}
        {blanks.map(({ column, count }) => (
          <Paper key={column} withBorder p="sm">
            <Text size="sm">
              {columnLabel(noun, column)}: 空欄が{countText(count)}行あります。
            </Text>
            <Text size="sm" c="dimmed">
              結合したセルや「同上」だった場合は、上の行と同じ内容で読めます。
            </Text>
            <Button
              mt="xs"
              variant="light"
              onClick={() => set(column, [...repairsOf(column), 'same_as_above'])}
            >
              {repairNames.same_as_above}
            </Button>
          </Paper>
        ))}
        {chosen.map(({ column, repair }) => (
          <Group key={`${column} ${repair}`} gap="xs">
            <Text size="sm">
              {columnLabel(noun, column)}: {repairNames[repair]}
            </Text>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconX size={16} aria-hidden />}
              aria-label={`「${repairNames[repair]}」をやめる`}
              onClick={() =>
                set(
                  column,
                  repairsOf(column).filter((each) => each !== repair),
                )
              }
            >
              やめる
            </Button>
          </Group>
        ))}
      </Stack>
    </section>
  )
}

interface RegisterProps {
  noun: ImportTarget
  column: string | null
  names: readonly string[]
  onOpen: (id: number) => void
}

/** Leads to the import of what a column refers to: with its names, where a name is all that is needed. */
function Register({ noun, column, names, onOpen }: RegisterProps) {
  const { role } = useAccount()
  const upload = useUploadImport()
  const notices = useFailureNotices()
  const reference = importNouns[noun].columns.find(({ key }) => key === column)?.reference
  const target = importTargets.find((each) => each === reference && each !== noun)
  if (target === undefined || !allows(importAccess[target].import, role)) return null
  const { name } = importTargetTexts[target]
  const [only, ...others] = importNouns[target].columns.filter(({ isRequired }) => isRequired)
  const bring = (title: string) => {
    const lines = [title, ...names].map((text) => `"${text.replaceAll('"', '""')}"`)
    upload.mutate(
      { noun: target, fileName: undefined, bytes: new Blob([lines.join('\r\n')]) },
      {
        onSuccess: ({ id }) => onOpen(id),
        onError: (error) => notices.failure(error, { title: '名前を読み取れませんでした' }),
      },
    )
  }
  return (
    <>
      <Text size="sm" mt={4}>
        新しい名前は、先に
        <ScreenLink route="/import" search={{ noun: target }}>
          {name}の取り込み
        </ScreenLink>
        で登録してください。この表は「続ける」で開けます。
      </Text>
      {only && others.length === 0 && (
        <Button mt="xs" variant="light" loading={upload.isPending} onClick={() => bring(only.label)}>
          {countText(names.length)}件の名前を{name}に登録する
        </Button>
      )}
    </>
  )
}
