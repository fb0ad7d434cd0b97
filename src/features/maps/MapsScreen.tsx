import { useLocalStorage } from '@mantine/hooks'
import { IconMap2, IconMapPins, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import type { MapArea, MapPlan } from '../../../contract/maps.ts'
import { mapAreasQuery, mapsQuery } from '../../lib/queries/maps/maps.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import { DataList } from '../../ui/table/DataList.tsx'
import { localList } from '../../ui/table/localList.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { MapAreaDialog } from './MapAreaDialog.tsx'
import { MapDialog } from './MapDialog.tsx'
import { areaColumns, mapColumns } from './mapColumns.tsx'
import type { MapSearch } from './search.ts'
import { useMapRemoval } from './useMapRemoval.ts'

interface Props {
  search: MapSearch
  onSearch: (search: MapSearch, replace?: boolean) => void
}

const tabs = [
  { name: 'maps', label: 'マップ', icon: IconMap2 },
  { name: 'map-areas', label: 'マップエリア', icon: IconMapPins },
] as const

/** マップ: maps and map areas; the last tab is remembered. */
export function MapsScreen({ search, onSearch }: Props) {
  const zone = use(TimeZone)
  const [remembered, remember] = useLocalStorage<string>({
    key: 'mapsTab',
    defaultValue: 'maps',
    getInitialValueInEffect: false,
  })
  const tab = tabs.find(({ name }) => name === remembered) ?? tabs[0]
  const [editedMap, setEditedMap] = useState<{ map: MapPlan | null } | null>(null)
  const [editedArea, setEditedArea] = useState<{ area: MapArea | null } | null>(null)
  const maps = useQuery(mapsQuery)
  const areas = useQuery(mapAreasQuery)
  const { removeMap, removeArea } = useMapRemoval()
  const shared = { label: tab.label, storeKey: tab.name, search, onSearch }
  const searchBox = { key: 'name', label: `${tab.label}名を検索`, cards: true } as const
  const empty = {
    nothing: `${tab.label}はまだありません。「追加」から登録してください。`,
    narrowed: `条件に合う${tab.label}がありません。検索を変えてください。`,
  }
  const ofMaps = mapColumns(areas.data ?? [], {
    zone,
    onEdit: (map) => setEditedMap({ map }),
    onRemove: (map) => void removeMap(map),
  })
  const ofAreas = areaColumns({
    zone,
    onEdit: (area) => setEditedArea({ area }),
    onRemove: (area) => void removeArea(area, maps.data ?? []),
  })
  return (
    <Page
      title="マップ"
      tabbed
      action={
        <PageAction
          icon={IconPlus}
          label={`${tab.label}を追加`}
          onClick={() => (tab.name === 'maps' ? setEditedMap({ map: null }) : setEditedArea({ area: null }))}
        />
      }
    >
      <Tabbed
        tabs={tabs}
        shown={tab.name}
        onChoose={(name) => {
          remember(name)
          // A search applies to one table only.
          onSearch({}, true)
        }}
      >
        {tab.name === 'maps' ? (
          <DataList
            key={tab.name}
            {...shared}
            columns={ofMaps}
            listed={localList(maps.data, maps, ofMaps, search)}
            searchBox={searchBox}
            empty={empty}
          />
        ) : (
          <DataList
            key={tab.name}
            {...shared}
            columns={ofAreas}
            listed={localList(areas.data, areas, ofAreas, search)}
            searchBox={searchBox}
            empty={empty}
          />
        )}
      </Tabbed>
      {editedMap && <MapDialog map={editedMap.map} onClose={() => setEditedMap(null)} />}
      {editedArea && <MapAreaDialog area={editedArea.area} onClose={() => setEditedArea(null)} />}
    </Page>
  )
}
