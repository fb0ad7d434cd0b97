import { sql } from 'drizzle-orm'
import {
  check,
  doublePrecision,
  foreignKey,
  index,
  pgTable,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { createdAt, ownRows, reference, rowId, updatedAt } from './columns.ts'
import { organizations } from './organizations.ts'
import { pictures } from './pictures.ts'

/** A part of the premises that several maps show. */
export const mapAreas = pgTable(
  'map_areas',
  {
    id: rowId(),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    description: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('map_areas_organization_id').on(table.organizationId, table.id),
    ownRows(table.organizationId),
  ],
)

/** A plan as a picture, on which pins say where devices are. */
export const maps = pgTable(
  'maps',
  {
    id: rowId(),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    description: text().notNull().default(''),
    mapAreaId: reference(),
    pictureSha256: text().notNull(),
    createdAt: createdAt(),
    /** Also when its pins change. */
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('maps_organization_id').on(table.organizationId, table.id),
    foreignKey({
      columns: [table.organizationId, table.mapAreaId],
      foreignColumns: [mapAreas.organizationId, mapAreas.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.pictureSha256],
      foreignColumns: [pictures.organizationId, pictures.sha256],
    }),
    ownRows(table.organizationId),
  ],
)

/** Where on a map devices are. */
export const mapPins = pgTable(
  'map_pins',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    mapId: reference().notNull(),
    name: text().notNull(),
    /** 0 camera, 1 WiFi. */
    type: smallint().$type<0 | 1>().notNull(),
    /** Position as ratios of the picture’s width and height, from its top left corner. */
    xratio: doublePrecision().notNull(),
    yratio: doublePrecision().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('map_pins_organization_id').on(table.organizationId, table.id),
    foreignKey({
      columns: [table.organizationId, table.mapId],
      foreignColumns: [maps.organizationId, maps.id],
    }),
    index('map_pins_of_map').on(table.mapId),
    check('map_pins_type', sql`${table.type} in (0, 1)`),
    check('map_pins_position', sql`${table.xratio} between 0 and 1 and ${table.yratio} between 0 and 1`),
    ownRows(table.organizationId),
  ],
)
