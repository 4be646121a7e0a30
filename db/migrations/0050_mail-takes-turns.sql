DROP INDEX "mail_urgent";--> statement-breakpoint
CREATE INDEX "mail_turn" ON "mail" USING btree ("merchant_id","next_attempt") WHERE "mail"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "mail_awaited" ON "mail" USING btree ("merchant_id","next_attempt") WHERE "mail"."status" = 'waiting' and "mail"."template" in ('login-link', 'email-confirm', 'password-reset', 'invitation');