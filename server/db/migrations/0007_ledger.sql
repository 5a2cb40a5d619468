CREATE TABLE "ledger_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"book_id" uuid,
	"kind" text NOT NULL,
	"milliseconds" integer NOT NULL,
	"pages" numeric(12, 3) DEFAULT 0 NOT NULL,
	"words" numeric(12, 3) DEFAULT 0 NOT NULL,
	"chapters" numeric(12, 3) DEFAULT 0 NOT NULL,
	"sessions" integer NOT NULL,
	"measured_ms" integer NOT NULL,
	"measured_pages" numeric(12, 3) DEFAULT 0 NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_days_once" UNIQUE NULLS NOT DISTINCT("user_id","day","book_id","kind")
);
--> statement-breakpoint
CREATE TABLE "ledger_gone" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "ledger_gone_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "ledger_sessions" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"book_id" uuid,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"zone" text NOT NULL,
	"from_fraction" double precision,
	"to_fraction" double precision,
	"pages" numeric(12, 3) DEFAULT 0 NOT NULL,
	"words" integer DEFAULT 0 NOT NULL,
	"chapters" integer DEFAULT 0 NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"is_manual" boolean DEFAULT false NOT NULL,
	"edited_at" timestamp with time zone,
	"recorded" jsonb,
	"deleted_at" timestamp with time zone,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_sessions_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "ledger_tallies" (
	"kind" text NOT NULL,
	"period" text NOT NULL,
	"user_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"reached_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_tallies_user_id_kind_period_pk" PRIMARY KEY("user_id","kind","period")
);
--> statement-breakpoint
ALTER TABLE "ledger_days" ADD CONSTRAINT "ledger_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_gone" ADD CONSTRAINT "ledger_gone_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_sessions" ADD CONSTRAINT "ledger_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_tallies" ADD CONSTRAINT "ledger_tallies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_sessions_by_time" ON "ledger_sessions" USING btree ("user_id","started_at","id");--> statement-breakpoint
CREATE INDEX "ledger_sessions_deleted" ON "ledger_sessions" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "ledger_tallies_best" ON "ledger_tallies" USING btree ("kind","period","amount" desc,"reached_at","user_id");--> statement-breakpoint
-- Which champions' lists a reader's day counts in.
CREATE FUNCTION ledger_periods(day date) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['all', to_char(day, 'YYYY'), to_char(day, 'YYYY-MM')]
$$;
--> statement-breakpoint
-- Carries what changed in the days over to the tallies, once a statement.
CREATE FUNCTION keep_ledger_tallied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Never inserts: the days may go because their reader does.
    UPDATE ledger_tallies t SET amount = t.amount - gone.amount
    FROM (
      SELECT o.user_id, k.kind, p.period, sum(k.amount) AS amount
      FROM old_days o CROSS JOIN LATERAL unnest(ledger_periods(o.day)) p(period)
      CROSS JOIN LATERAL (VALUES ('minutes', o.measured_ms::bigint), ('pages', (o.measured_pages * 1000)::bigint)) k(kind, amount)
      GROUP BY 1, 2, 3
    ) gone
    WHERE t.user_id = gone.user_id AND t.kind = gone.kind AND t.period = gone.period AND gone.amount <> 0;
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO ledger_tallies AS t (kind, period, user_id, amount, reached_at)
    SELECT k.kind, p.period, n.user_id, sum(k.amount), max(n.changed_at)
    FROM new_days n CROSS JOIN LATERAL unnest(ledger_periods(n.day)) p(period)
    CROSS JOIN LATERAL (VALUES ('minutes', n.measured_ms::bigint), ('pages', (n.measured_pages * 1000)::bigint)) k(kind, amount)
    GROUP BY 1, 2, 3 HAVING sum(k.amount) > 0 ORDER BY 3, 1, 2
    ON CONFLICT (user_id, kind, period) DO UPDATE
    SET amount = t.amount + excluded.amount, reached_at = greatest(t.reached_at, excluded.reached_at);
    RETURN NULL;
  END IF;
  INSERT INTO ledger_tallies AS t (kind, period, user_id, amount, reached_at)
  SELECT k.kind, p.period, c.user_id, sum(k.amount), max(c.changed_at)
  FROM (
    SELECT user_id, day, measured_ms, measured_pages, changed_at FROM new_days
    UNION ALL
    SELECT user_id, day, -measured_ms, -measured_pages, NULL FROM old_days
  ) c CROSS JOIN LATERAL unnest(ledger_periods(c.day)) p(period)
  CROSS JOIN LATERAL (VALUES ('minutes', c.measured_ms::bigint), ('pages', (c.measured_pages * 1000)::bigint)) k(kind, amount)
  GROUP BY 1, 2, 3 HAVING sum(k.amount) <> 0 ORDER BY 3, 1, 2
  ON CONFLICT (user_id, kind, period) DO UPDATE
  SET amount = t.amount + excluded.amount,
    reached_at = CASE WHEN excluded.amount > 0 THEN greatest(t.reached_at, excluded.reached_at) ELSE t.reached_at END;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_days_tallied_insert AFTER INSERT ON ledger_days REFERENCING NEW TABLE AS new_days
  FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger_tallied();
--> statement-breakpoint
CREATE TRIGGER ledger_days_tallied_update AFTER UPDATE ON ledger_days REFERENCING OLD TABLE AS old_days NEW TABLE AS new_days
  FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger_tallied();
--> statement-breakpoint
CREATE TRIGGER ledger_days_tallied_delete AFTER DELETE ON ledger_days REFERENCING OLD TABLE AS old_days
  FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger_tallied();
