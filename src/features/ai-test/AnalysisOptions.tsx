import { Button, Popover, SegmentedControl, Stack, Switch } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import classes from './AiTest.module.css'
import { isMode, type Mode, modes } from './modes.ts'

export interface Options {
  version: 1 | 2
  mode: Mode
  boost: boolean
}

interface Props {
  options: Options
  /** Null: AI boost can be chosen. */
  boostNote: string | null
  onChange: (options: Options) => void
}

/** Version, labelling and AI boost; on phones behind a button that names what is chosen. */
export function AnalysisOptions(props: Props) {
  const phone = useIsPhone()
  if (!phone) return <Fields {...props} />
  const { version, mode, boost } = props.options
  const label = modes.find(({ value }) => value === mode)?.label
  return (
    <Popover position="bottom-end" width="min(calc(100vw - 24px), 480px)" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          className={classes.chosen ?? ''}
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden />}
        >
          {[`v${version}`, label, boost && 'AIブースト'].filter(Boolean).join('・')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="オプション">
        <Stack>
          <Fields {...props} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

const Fields = ({ options, boostNote, onChange }: Props) => (
  <>
    <SegmentedControl
      aria-label="バージョン"
      value={String(options.version)}
      onChange={(next) => onChange({ ...options, version: next === '2' ? 2 : 1, boost: false })}
      data={[
        { value: '1', label: 'v1' },
        { value: '2', label: 'v2' },
      ]}
    />
    <SegmentedControl
      aria-label="ラベリング"
      value={options.mode}
      onChange={(next) => isMode(next) && onChange({ ...options, mode: next })}
      data={[...modes]}
    />
    <Switch
      label="AIブースト"
      description={boostNote}
      checked={options.boost}
      disabled={boostNote !== null}
      onChange={(event) => onChange({ ...options, boost: event.currentTarget.checked })}
    />
  </>
)
