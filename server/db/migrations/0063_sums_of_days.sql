ALTER TABLE "reading_days" ADD COLUMN "measured" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reading_days" ADD COLUMN "total" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TYPE reading_tally ADD ATTRIBUTE measured integer, ADD ATTRIBUTE total numeric;--> statement-breakpoint
-- The functions of migration 0038. New: how many values a day has, and their exact sum.
CREATE OR REPLACE FUNCTION tally_readings(tallies reading_tally[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- In order, so that two statements over the same days never deadlock.
  INSERT INTO reading_days AS kept (organization_id, meter_id, day, readings, abnormal, pictures, abnormal_pictures,
      gaps, measured, total, lowest, lowest_id, highest, highest_id)
    SELECT organization_id, meter_id, day, readings, abnormal, pictures, abnormal_pictures,
      gaps, measured, total, lowest, lowest_id, highest, highest_id
    FROM unnest(tallies) ORDER BY meter_id, day
  ON CONFLICT (meter_id, day) DO UPDATE SET
    readings = kept.readings + excluded.readings,
    abnormal = kept.abnormal + excluded.abnormal,
    pictures = kept.pictures + excluded.pictures,
    abnormal_pictures = kept.abnormal_pictures + excluded.abnormal_pictures,
    gaps = kept.gaps + excluded.gaps,
    measured = kept.measured + excluded.measured,
    total = kept.total + excluded.total,
    lowest = least(kept.lowest, excluded.lowest),
    lowest_id = CASE WHEN kept.lowest IS NULL OR excluded.lowest < kept.lowest
      THEN excluded.lowest_id ELSE kept.lowest_id END,
    highest = greatest(kept.highest, excluded.highest),
    highest_id = CASE WHEN kept.highest IS NULL OR excluded.highest > kept.highest
      THEN excluded.highest_id ELSE kept.highest_id END;

  -- An extreme left its day: look up the next one. This transaction has locked the day's row by now, so nobody adds to
  -- the day, and this statement sees whatever was committed before the lock.
  WITH gone AS MATERIALIZED (
    SELECT kept.organization_id, kept.meter_id, kept.day, organization.time_zone
    FROM unnest(tallies) AS tally
    JOIN reading_days AS kept USING (organization_id, meter_id, day)
    JOIN organizations AS organization ON organization.id = kept.organization_id
    WHERE tally.gone_lowest <= kept.lowest OR tally.gone_highest >= kept.highest
  ), found AS (
    SELECT gone.meter_id, gone.day, values_of_day.*
    FROM gone CROSS JOIN LATERAL (
      SELECT min(value) AS lowest, (array_agg(id ORDER BY value, id))[1] AS lowest_id,
        max(value) AS highest, (array_agg(id ORDER BY value DESC, id))[1] AS highest_id
      FROM readings
      WHERE readings.meter_id = gone.meter_id AND deleted_at IS NULL AND value IS NOT NULL
        AND time_mark IS DISTINCT FROM 'unconfirmed'
        AND (created_at AT TIME ZONE gone.time_zone)::date = gone.day
        -- For the index; three hours are more than any clock change.
        AND created_at >= gone.day::timestamp AT TIME ZONE gone.time_zone - interval '3 hours'
        AND created_at < (gone.day + 1)::timestamp AT TIME ZONE gone.time_zone + interval '3 hours'
    ) AS values_of_day
  )
  UPDATE reading_days AS kept
  SET lowest = found.lowest, lowest_id = found.lowest_id, highest = found.highest, highest_id = found.highest_id
  FROM found WHERE kept.meter_id = found.meter_id AND kept.day = found.day;

  INSERT INTO reading_months AS kept
      (organization_id, meter_id, month, readings, abnormal, pictures, abnormal_pictures)
    SELECT organization_id, meter_id, date_trunc('month', day::timestamp)::date,
      sum(readings), sum(abnormal), sum(pictures), sum(abnormal_pictures)
    FROM unnest(tallies) GROUP BY 1, 2, 3
    HAVING sum(readings) <> 0 OR sum(abnormal) <> 0 OR sum(pictures) <> 0 OR sum(abnormal_pictures) <> 0
    ORDER BY 2, 3
  ON CONFLICT (meter_id, month) DO UPDATE SET
    readings = kept.readings + excluded.readings,
    abnormal = kept.abnormal + excluded.abnormal,
    pictures = kept.pictures + excluded.pictures,
    abnormal_pictures = kept.abnormal_pictures + excluded.abnormal_pictures;
END
$$;
--> statement-breakpoint
DO $do$
DECLARE
  operation text;
  source text;
  row_of text := $row$organization_id, meter_id, id, created_at,
    CASE WHEN time_mark IS DISTINCT FROM 'unconfirmed' THEN value END AS value, is_abnormal,
    is_abnormal AND value IS NULL AS gap, picture_sha256 IS NOT NULL AS pictured$row$;
BEGIN
  FOREACH operation IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
    source := CASE operation
      WHEN 'insert' THEN format('SELECT 1 AS sign, true AS placed, %s FROM rows_after WHERE deleted_at IS NULL', row_of)
      WHEN 'delete' THEN format('SELECT -1 AS sign, true AS placed, %s FROM rows_before WHERE deleted_at IS NULL', row_of)
      ELSE format($source$
        SELECT -1 AS sign, changed.placed, %1$s FROM rows_before JOIN changed USING (id) WHERE deleted_at IS NULL
        UNION ALL
        SELECT 1, changed.placed, %1$s FROM rows_after JOIN changed USING (id) WHERE deleted_at IS NULL
      $source$, row_of) END;
    EXECUTE format($create$
      CREATE OR REPLACE FUNCTION tally_after_%1$s() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $body$
      DECLARE
        tallies reading_tally[];
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(reading_days_lock(organization_id))
          FROM (SELECT DISTINCT organization_id FROM %2$s) AS touched;
        WITH %3$s touched AS (%4$s), local AS (
          SELECT touched.*, (touched.created_at AT TIME ZONE organization.time_zone)::date AS day
          FROM touched JOIN organizations AS organization ON organization.id = touched.organization_id
        )
        SELECT array_agg(tally) INTO tallies FROM (
          SELECT ROW(
            organization_id, meter_id, day,
            sum(sign),
            coalesce(sum(sign) FILTER (WHERE is_abnormal), 0),
            coalesce(sum(sign) FILTER (WHERE pictured), 0),
            coalesce(sum(sign) FILTER (WHERE is_abnormal AND pictured), 0),
            coalesce(sum(sign) FILTER (WHERE gap), 0),
            min(value) FILTER (WHERE sign = 1 AND placed),
            (array_agg(id ORDER BY value, id) FILTER (WHERE sign = 1 AND placed AND value IS NOT NULL))[1],
            max(value) FILTER (WHERE sign = 1 AND placed),
            (array_agg(id ORDER BY value DESC, id) FILTER (WHERE sign = 1 AND placed AND value IS NOT NULL))[1],
            min(value) FILTER (WHERE sign = -1 AND placed),
            max(value) FILTER (WHERE sign = -1 AND placed),
            coalesce(sum(sign) FILTER (WHERE value IS NOT NULL), 0),
            coalesce(sum(sign * value::numeric), 0)
          )::reading_tally AS tally
          FROM local GROUP BY organization_id, meter_id, day
        ) AS days;
        IF tallies IS NOT NULL THEN
          PERFORM tally_readings(tallies);
        END IF;
        RETURN NULL;
      END
      $body$
    $create$, operation,
      CASE operation WHEN 'insert' THEN 'rows_after' ELSE 'rows_before' END,
      CASE operation WHEN 'update' THEN $changed$
        changed AS (
          SELECT before.id, (before.meter_id, before.created_at, before.value, before.deleted_at IS NULL,
              before.time_mark IS NOT DISTINCT FROM 'unconfirmed')
            IS DISTINCT FROM (after.meter_id, after.created_at, after.value, after.deleted_at IS NULL,
              after.time_mark IS NOT DISTINCT FROM 'unconfirmed') AS placed
          FROM rows_before AS before JOIN rows_after AS after USING (id)
          WHERE (before.meter_id, before.created_at, before.value, before.deleted_at IS NULL, before.is_abnormal,
              before.picture_sha256 IS NULL, before.time_mark IS NOT DISTINCT FROM 'unconfirmed')
            IS DISTINCT FROM (after.meter_id, after.created_at, after.value, after.deleted_at IS NULL, after.is_abnormal,
              after.picture_sha256 IS NULL, after.time_mark IS NOT DISTINCT FROM 'unconfirmed')
        ), $changed$ ELSE '' END,
      source);
  END LOOP;
END
$do$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION rebuild_reading_days(of_organization bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(reading_days_lock(of_organization));
  DELETE FROM reading_days WHERE organization_id = of_organization;
  DELETE FROM reading_months WHERE organization_id = of_organization;
  INSERT INTO reading_days (organization_id, meter_id, day, readings, abnormal, pictures, abnormal_pictures,
      gaps, measured, total, lowest, lowest_id, highest, highest_id)
    SELECT readings.organization_id, meter_id, (readings.created_at AT TIME ZONE organization.time_zone)::date AS day,
      count(*),
      count(*) FILTER (WHERE is_abnormal),
      count(picture_sha256),
      count(picture_sha256) FILTER (WHERE is_abnormal),
      count(*) FILTER (WHERE is_abnormal AND value IS NULL),
      count(counted), coalesce(sum(counted::numeric), 0),
      min(counted), (array_agg(readings.id ORDER BY counted, readings.id) FILTER (WHERE counted IS NOT NULL))[1],
      max(counted), (array_agg(readings.id ORDER BY counted DESC, readings.id) FILTER (WHERE counted IS NOT NULL))[1]
    FROM readings
    CROSS JOIN LATERAL (
      SELECT CASE WHEN time_mark IS DISTINCT FROM 'unconfirmed' THEN value END AS counted
    ) AS of_reading
    JOIN organizations AS organization ON organization.id = readings.organization_id
    WHERE readings.organization_id = of_organization AND deleted_at IS NULL
    GROUP BY readings.organization_id, meter_id, day;
  INSERT INTO reading_months (organization_id, meter_id, month, readings, abnormal, pictures, abnormal_pictures)
    SELECT organization_id, meter_id, date_trunc('month', day::timestamp)::date,
      sum(readings), sum(abnormal), sum(pictures), sum(abnormal_pictures)
    FROM reading_days WHERE organization_id = of_organization GROUP BY 1, 2, 3;
END
$$;
--> statement-breakpoint
SELECT rebuild_reading_days(id) FROM organizations;
