CREATE INDEX "alerts_by_update" ON "alerts" USING btree ("organization_id","is_alerted","is_alert","updated_at","id");--> statement-breakpoint
CREATE INDEX "alerts_by_confirmation" ON "alerts" USING btree ("organization_id","is_alerted","is_alert","confirm_at","id");--> statement-breakpoint
CREATE INDEX "alerts_by_number" ON "alerts" USING btree ("organization_id","is_alerted","is_alert","id");