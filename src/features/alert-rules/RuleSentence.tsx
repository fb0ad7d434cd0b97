import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Scale } from '../../../contract/alert-rules/deadBand.ts'
import { usualRow } from '../../../contract/alert-rules/engine.ts'
import { levelLabel, levels } from '../../../contract/alert-rules/levels.ts'
import { mostInARow } from '../../../contract/alert-rules/rule.ts'
import { ChoiceBlank, NumberBlank } from './Blank.tsx'
import { DeadBand } from './DeadBand.tsx'
import type { Kind, RuleForm } from './ruleForm.ts'
import { kindNames } from './ruleTexts.ts'

interface Props extends RuleForm {
  scale: Scale
  /** Notification groups. */
  recipients: readonly { id: number; name: string }[]
}

const kindChoices = (['limit', 'change', 'unchanged', 'unreadable', 'backwards'] as const).map((value) => ({
  value,
  label: kindNames[value],
}))
const levelChoices = levels.map((value) => ({ value, label: levelLabel[value] }))
const sideChoices = [
  { value: 'above', label: '超え' },
  { value: 'below', label: '下回り' },
] as const
const changeChoices = [
  { value: 'either', label: '変わり' },
  { value: 'rise', label: '上がり' },
  { value: 'fall', label: '下がり' },
] as const
const countsWith = (word: string) =>
  Array.from({ length: mostInARow }, (_, index) => ({
    value: String(index + 1),
    label: index === 0 ? '1回で' : `${index + 1}回${word}`,
  }))
const openCounts = countsWith('続いたら')
const closeCounts = countsWith('続けて')

/** How often in a row, where the rule leaves it open. */
function usualLabel(kind: Kind): string {
  const labelOf = (isOfPerson: boolean) =>
    openCounts[usualRow({ condition: { kind } }, { isOfPerson }) - 1]?.label ?? ''
  const [device, person] = [labelOf(false), labelOf(true)]
  return person === device ? `${device}（標準）` : `${device}、人が測った値は${person}（標準）`
}

const Line = ({ children }: { children: ReactNode }) => (
  <Group gap={8} align="center">
    {children}
  </Group>
)
const Word = ({ children }: { children: ReactNode }) => <Text component="span">{children}</Text>

/** What opens a case and what closes it, as a sentence with fields in it. */
export function RuleSentence({ scale, recipients, ...form }: Props) {
  const { values, wrong, change } = form
  const { kind } = values
  const { unit } = scale
  const open = (
    <ChoiceBlank
      label="アラートを開くまでの回数"
      field="openAfter"
      value={values.openAfter}
      choices={[{ value: '', label: usualLabel(kind) }, ...openCounts]}
      wrong={wrong}
      onChoose={(openAfter) => change({ openAfter })}
    />
  )
  const level = (
    <ChoiceBlank
      label="レベル"
      field="level"
      value={values.level}
      choices={levelChoices}
      wrong={wrong}
      onChoose={(chosen) => change({ level: chosen })}
    />
  )
  return (
    <>
      <Line>
        <ChoiceBlank
          label="見張ること"
          field="kind"
          value={kind}
          choices={kindChoices}
          wrong={wrong}
          onChoose={(chosen) => change({ kind: chosen, openAfter: '' })}
        />
        <Word>を見張り、</Word>
      </Line>
      {kind === 'limit' && (
        <Line>
          <Word>注意</Word>
          <NumberBlank {...form} field="warning" />
          <Word>{unit}、警報</Word>
          <NumberBlank {...form} field="alarm" />
          <Word>{unit} を</Word>
          <ChoiceBlank
            label="超えるか下回るか"
            field="side"
            value={values.side}
            choices={sideChoices}
            wrong={wrong}
            onChoose={(side) => change({ side })}
          />
          <Word>、</Word>
        </Line>
      )}
      {kind === 'change' && (
        <Line>
          <NumberBlank {...form} field="minutes" width={6} />
          <Word>分に</Word>
          <NumberBlank {...form} field="amount" />
          <Word>{unit} を超えて</Word>
          <ChoiceBlank
            label="変化の向き"
            field="change"
            value={values.change}
            choices={changeChoices}
            wrong={wrong}
            onChoose={(chosen) => change({ change: chosen })}
          />
          <Word>、</Word>
        </Line>
      )}
      {kind === 'unchanged' && (
        <Line>
          <NumberBlank {...form} field="hours" width={6} />
          <Word>時間に</Word>
          <NumberBlank {...form} field="tolerance" />
          <Word>{unit} までしか変わらず、</Word>
        </Line>
      )}
      {kind === 'unreadable' && <Word>写真を読み取れず、</Word>}
      {kind === 'backwards' && (
        <Line>
          <NumberBlank {...form} field="tolerance" />
          <Word>{unit} を超えて戻り、</Word>
        </Line>
      )}
      <Line>
        {open}
        {kind === 'limit' ? (
          <Word>アラートを開き、</Word>
        ) : (
          <>
            {level}
            <Word>のアラートを開き、</Word>
          </>
        )}
        <ChoiceBlank
          label="通知先"
          field="recipientGroupId"
          value={values.recipientGroupId}
          choices={[
            { value: '', label: '全員へ' },
            ...recipients.map(({ id, name }) => ({ value: String(id), label: `${name}へ` })),
          ]}
          wrong={wrong}
          onChoose={(recipientGroupId) => change({ recipientGroupId })}
        />
        <Word>知らせる。</Word>
      </Line>
      <Line>
        <ChoiceBlank
          label="アラートが終わるまでの回数"
          field="closeAfter"
          value={values.closeAfter}
          choices={closeCounts}
          wrong={wrong}
          onChoose={(closeAfter) => change({ closeAfter })}
        />
        {kind === 'limit' && (
          <>
            <NumberBlank {...form} field="closing" />
            <Word>
              {unit} {values.side === 'above' ? '以下' : '以上'}に戻ったら、終わる。
            </Word>
          </>
        )}
        {kind === 'change' && <Word>変化が収まったら、終わる。</Word>}
        {kind === 'unchanged' && <Word>変わったら、終わる。</Word>}
        {kind === 'unreadable' && <Word>読み取れたら、終わる。</Word>}
        {kind === 'backwards' && <Word>戻らなければ、終わる。</Word>}
      </Line>
      {kind === 'limit' && <DeadBand values={values} scale={scale} change={change} />}
    </>
  )
}
