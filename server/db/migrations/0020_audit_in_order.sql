CREATE INDEX "alert_changes_of_organization" ON "alert_changes" USING btree ("organization_id","at","id");--> statement-breakpoint
CREATE INDEX "alert_changes_of_user" ON "alert_changes" USING btree ("organization_id","user_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_user" ON "audit_entries" USING btree ("organization_id","user_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_noun" ON "audit_entries" USING btree ("organization_id","noun","at","id");--> statement-breakpoint
CREATE INDEX "meter_changes_of_organization" ON "meter_changes" USING btree ("organization_id","at","id");--> statement-breakpoint
CREATE INDEX "meter_changes_of_user" ON "meter_changes" USING btree ("organization_id","user_id","at","id");--> statement-breakpoint
CREATE INDEX "reading_changes_of_organization" ON "reading_changes" USING btree ("organization_id","at","id");--> statement-breakpoint
CREATE INDEX "reading_changes_of_user" ON "reading_changes" USING btree ("organization_id","user_id","at","id");