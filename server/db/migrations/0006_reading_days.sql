CREATE TABLE "reading_days" (
	"organization_id" bigint NOT NULL,
	"meter_id" bigint NOT NULL,
	"readings" integer NOT NULL,
	"abnormal" integer NOT NULL,
	"pictures" integer NOT NULL,
	"abnormal_pictures" integer NOT NULL,
	"day" date NOT NULL,
	"gaps" integer NOT NULL,
	"lowest" double precision,
	"lowest_id" bigint,
	"highest" double precision,
	"highest_id" bigint,
	CONSTRAINT "reading_days_meter_id_day_pk" PRIMARY KEY("meter_id","day")
);
--> statement-breakpoint
ALTER TABLE "reading_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "reading_months" (
	"organization_id" bigint NOT NULL,
	"meter_id" bigint NOT NULL,
	"readings" integer NOT NULL,
	"abnormal" integer NOT NULL,
	"pictures" integer NOT NULL,
	"abnormal_pictures" integer NOT NULL,
	"month" date NOT NULL,
	CONSTRAINT "reading_months_meter_id_month_pk" PRIMARY KEY("meter_id","month")
);
--> statement-breakpoint
ALTER TABLE "reading_months" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "reading_days" ADD CONSTRAINT "reading_days_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_months" ADD CONSTRAINT "reading_months_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reading_days_of_organization" ON "reading_days" USING btree ("organization_id","day");--> statement-breakpoint
CREATE INDEX "reading_months_of_organization" ON "reading_months" USING btree ("organization_id","month");--> statement-breakpoint
CREATE INDEX "readings_abnormal_of_meter" ON "readings" USING btree ("meter_id","created_at","id") WHERE "readings"."is_abnormal" and "readings"."deleted_at" is null;--> statement-breakpoint
CREATE POLICY "own_organization" ON "reading_days" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("reading_days"."organization_id" = nullif(current_setting('app.organization_id', true), '')::bigint) WITH CHECK ("reading_days"."organization_id" = nullif(current_setting('app.organization_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "own_organization" ON "reading_months" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("reading_months"."organization_id" = nullif(current_setting('app.organization_id', true), '')::bigint) WITH CHECK ("reading_months"."organization_id" = nullif(current_setting('app.organization_id', true), '')::bigint);--> statement-breakpoint
-- Rows of today are rewritten with every reading: room on their page keeps the indexes out of it.
ALTER TABLE reading_days SET (fillfactor = 80);
--> statement-breakpoint
ALTER TABLE reading_months SET (fillfactor = 60);
--> statement-breakpoint
-- Calls look, the triggers write: what the tallies say cannot be changed but by changing readings.
GRANT SELECT ON reading_days, reading_months TO kenshin_app;
--> statement-breakpoint
-- What one statement did to one meter's day. Counts may be negative; `gone_lowest` and `gone_highest` are the
-- extremes of the values that left the day.
CREATE TYPE reading_tally AS (
  organization_id bigint,
  meter_id bigint,
  day date,
  readings integer,
  abnormal integer,
  pictures integer,
  abnormal_pictures integer,
  gaps integer,
  lowest double precision,
  lowest_id bigint,
  highest double precision,
  highest_id bigint,
  gone_lowest double precision,
  gone_highest double precision
);
--> statement-breakpoint
-- Whoever changes readings holds this shared until commit, whoever changes the zone that days are counted in
-- holds it alone: no reading is counted by a zone that is gone.
CREATE FUNCTION reading_days_lock(organization_id bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN hashtextextended('reading_days', organization_id);
--> statement-breakpoint
CREATE FUNCTION tally_readings(tallies reading_tally[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- In order, so that two statements over the same days never wait for each other in a circle.
  INSERT INTO reading_days AS kept (organization_id, meter_id, day, readings, abnormal, pictures, abnormal_pictures,
      gaps, lowest, lowest_id, highest, highest_id)
    SELECT organization_id, meter_id, day, readings, abnormal, pictures, abnormal_pictures,
      gaps, lowest, lowest_id, highest, highest_id
    FROM unnest(tallies) ORDER BY meter_id, day
  ON CONFLICT (meter_id, day) DO UPDATE SET
    readings = kept.readings + excluded.readings,
    abnormal = kept.abnormal + excluded.abnormal,
    pictures = kept.pictures + excluded.pictures,
    abnormal_pictures = kept.abnormal_pictures + excluded.abnormal_pictures,
    gaps = kept.gaps + excluded.gaps,
    lowest = least(kept.lowest, excluded.lowest),
    lowest_id = CASE WHEN kept.lowest IS NULL OR excluded.lowest < kept.lowest
      THEN excluded.lowest_id ELSE kept.lowest_id END,
    highest = greatest(kept.highest, excluded.highest),
    highest_id = CASE WHEN kept.highest IS NULL OR excluded.highest > kept.highest
      THEN excluded.highest_id ELSE kept.highest_id END;

  -- An extreme left its day: the next one is looked up. The day's row is ours by now, so nobody adds to it, and
  -- this statement sees whatever was committed before it became ours.
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
-- One trigger function an operation, alike but for the rows that came (sign 1) and went (sign -1). `placed`: the row
-- has another value, meter or time than before, and not only another judgement or picture.
DO $do$
DECLARE
  operation text;
  source text;
  row_of text := 'organization_id, meter_id, id, created_at, value, is_abnormal, picture_sha256 IS NOT NULL AS pictured';
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
      CREATE FUNCTION tally_after_%1$s() RETURNS trigger
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
            coalesce(sum(sign) FILTER (WHERE is_abnormal AND value IS NULL), 0),
            min(value) FILTER (WHERE sign = 1 AND placed),
            (array_agg(id ORDER BY value, id) FILTER (WHERE sign = 1 AND placed AND value IS NOT NULL))[1],
            max(value) FILTER (WHERE sign = 1 AND placed),
            (array_agg(id ORDER BY value DESC, id) FILTER (WHERE sign = 1 AND placed AND value IS NOT NULL))[1],
            min(value) FILTER (WHERE sign = -1 AND placed),
            max(value) FILTER (WHERE sign = -1 AND placed)
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
          SELECT before.id, (before.meter_id, before.created_at, before.value, before.deleted_at IS NULL)
            IS DISTINCT FROM (after.meter_id, after.created_at, after.value, after.deleted_at IS NULL) AS placed
          FROM rows_before AS before JOIN rows_after AS after USING (id)
          WHERE (before.meter_id, before.created_at, before.value, before.deleted_at IS NULL, before.is_abnormal,
              before.picture_sha256 IS NULL)
            IS DISTINCT FROM (after.meter_id, after.created_at, after.value, after.deleted_at IS NULL, after.is_abnormal,
              after.picture_sha256 IS NULL)
        ), $changed$ ELSE '' END,
      source);
    EXECUTE format('CREATE TRIGGER tally_after_%1$s AFTER %1$s ON readings REFERENCING %2$s
      FOR EACH STATEMENT EXECUTE FUNCTION tally_after_%1$s()', operation,
      CASE operation
        WHEN 'insert' THEN 'NEW TABLE AS rows_after'
        WHEN 'delete' THEN 'OLD TABLE AS rows_before'
        ELSE 'OLD TABLE AS rows_before NEW TABLE AS rows_after' END);
  END LOOP;
END
$do$;
--> statement-breakpoint
-- Counts an organization anew: after its zone has changed, and wherever the tallies are in doubt. Readings that
-- arrive meanwhile wait.
CREATE FUNCTION rebuild_reading_days(of_organization bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(reading_days_lock(of_organization));
  DELETE FROM reading_days WHERE organization_id = of_organization;
  DELETE FROM reading_months WHERE organization_id = of_organization;
  INSERT INTO reading_days (organization_id, meter_id, day, readings, abnormal, pictures, abnormal_pictures,
      gaps, lowest, lowest_id, highest, highest_id)
    SELECT readings.organization_id, meter_id, (readings.created_at AT TIME ZONE organization.time_zone)::date AS day,
      count(*),
      count(*) FILTER (WHERE is_abnormal),
      count(picture_sha256),
      count(picture_sha256) FILTER (WHERE is_abnormal),
      count(*) FILTER (WHERE is_abnormal AND value IS NULL),
      min(value), (array_agg(readings.id ORDER BY value, readings.id) FILTER (WHERE value IS NOT NULL))[1],
      max(value), (array_agg(readings.id ORDER BY value DESC, readings.id) FILTER (WHERE value IS NOT NULL))[1]
    FROM readings JOIN organizations AS organization ON organization.id = readings.organization_id
    WHERE readings.organization_id = of_organization AND deleted_at IS NULL
    GROUP BY readings.organization_id, meter_id, day;
  INSERT INTO reading_months (organization_id, meter_id, month, readings, abnormal, pictures, abnormal_pictures)
    SELECT organization_id, meter_id, date_trunc('month', day::timestamp)::date,
      sum(readings), sum(abnormal), sum(pictures), sum(abnormal_pictures)
    FROM reading_days WHERE organization_id = of_organization GROUP BY 1, 2, 3;
END
$$;
--> statement-breakpoint
CREATE FUNCTION rebuild_after_zone() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM rebuild_reading_days(NEW.id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER rebuild_after_zone AFTER UPDATE OF time_zone ON organizations
  FOR EACH ROW WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone) EXECUTE FUNCTION rebuild_after_zone();
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION tally_readings, rebuild_reading_days FROM PUBLIC;
--> statement-breakpoint
SELECT rebuild_reading_days(id) FROM organizations;
