CREATE TABLE "demo_items" (
	"kind" text NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "demo_items_kind_id_pk" PRIMARY KEY("kind","id")
);
