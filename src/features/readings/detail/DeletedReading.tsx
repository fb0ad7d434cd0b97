import type { Alert } from '../../../../contract/alerts.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { ValueText } from '../../../shared/readings/ValueText.tsx'
import { Fact } from '../../../ui/text/Fact.tsx'
import { TimeText } from '../../../ui/text/TimeText.tsx'

interface Props {
  reading: Alert['meter_value']
}

/** What an alert keeps of a reading that was deleted: the abnormal value that people saw. */
export function DeletedReading({ reading }: Props) {
  const { units } = useMasters('units')
  const { value, corrected_from: seen = value, created_at: time, meter, reasons } = reading
  return (
    <div>
      <Fact label="メーター名">{meter.name}</Fact>
      <Fact label="測定値">
        <ValueText
          value={seen}
          unit={nameIn(units, meter.meter_unit_id)}
          decimals={meter.decimal_point}
          abnormal
          reasons={reasons}
          size="lg"
          wraps
        />
      </Fact>
      <Fact label="測定日時">
        <TimeText time={time} />
      </Fact>
    </div>
  )
}
