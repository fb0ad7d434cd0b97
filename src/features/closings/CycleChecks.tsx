import { Checkbox, Text } from '@mantine/core'
import { type ClosingCheck, closingChecks } from '../../../contract/closing/checks.ts'
import { closingCheckNames } from '../../shared/closings/checkNames.ts'
import { FieldSection } from '../../ui/form/FieldSection.tsx'
import classes from './Board.module.css'

interface Props {
  chosen: readonly ClosingCheck[]
  onChoose: (checks: ClosingCheck[]) => void
}

/** What a cycle checks before a month is closed. */
export const CycleChecks = ({ chosen, onChoose }: Props) => (
  <FieldSection legend="締める前の確認">
    <Text size="sm">
      前月比と前年同月比は、1日あたりの使用量を比べます。しきい値は、システム管理者がメーター種別ごとに決めます。
    </Text>
    <div>
      {closingChecks.map((check) => (
        <Checkbox
          key={check}
          className={classes.choice}
          label={closingCheckNames[check]}
          checked={chosen.includes(check)}
          onChange={({ currentTarget: { checked } }) =>
            onChoose(closingChecks.filter((each) => (each === check ? checked : chosen.includes(each))))
          }
        />
      ))}
    </div>
  </FieldSection>
)
