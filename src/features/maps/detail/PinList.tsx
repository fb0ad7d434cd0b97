import { TextInput } from '@mantine/core'
import { IconCamera, IconSearch, IconWifi } from '@tabler/icons-react'
import { useState } from 'react'
import { type PinType, pinType } from '../../../../contract/maps.ts'
import { searchText } from '../../../../text/searchText.ts'
import classes from './PinList.module.css'
import { PinStatePill } from './PinStatePill.tsx'
import type { PinFacts } from './pinFacts.ts'

interface Props {
  /** Those of the filter. */
  facts: readonly PinFacts[]
  isFiltered: boolean
  onSelect: (id: number) => void
}

/** From this many pins the list is searched. */
const many = 10

/** As on the map, where a pin that needs nobody is outlined. */
const typeClasses: Record<PinType, string | undefined> = {
  [pinType.camera]: classes.camera,
  [pinType.wifi]: classes.wifi,
}

/** Several meters have no value in common. */
const metersText = ({ meters }: PinFacts) => meters.length > 1 && `メーター ${meters.length}件`

/** ピン一覧: trouble first. */
export function PinList({ facts, isFiltered, onSelect }: Props) {
  const [typed, setTyped] = useState('')
  const wanted = searchText(typed.trim())
  const shown = facts.filter(({ pin }) => searchText(pin.name).includes(wanted))
  if (facts.length === 0 && !isFiltered) {
    return <p className={classes.none}>ピンはまだありません。マップを押して、ピンを置いてください。</p>
  }
  return (
    <>
      {facts.length >= many && (
        <TextInput
          type="search"
          aria-label="ピン名を検索"
          placeholder="ピン名を検索"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {shown.length === 0 && (
        <p className={classes.none}>条件に合うピンがありません。検索か絞り込みを変えてください。</p>
      )}
      <p className={classes.legend}>
        ピンの色は、赤がカメラ、紫がWiFiです。塗りつぶしのピンは対応が必要です。
      </p>
      <ul aria-label="ピン一覧">
        {shown.map((each) => {
          const Icon = each.pin.type === pinType.camera ? IconCamera : IconWifi
          return (
            <li key={each.pin.id}>
              <button type="button" className={classes.row} onClick={() => onSelect(each.pin.id)}>
                <Icon
                  size={20}
                  aria-hidden
                  className={each.isTrouble ? typeClasses[each.pin.type] : classes.calm}
                />
                <span className={classes.name}>{each.pin.name}</span>
                <span className={classes.value}>{each.value ?? metersText(each)}</span>
                <PinStatePill facts={each} />
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
