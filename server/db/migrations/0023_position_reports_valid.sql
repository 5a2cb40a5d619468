ALTER TABLE "position_events" VALIDATE CONSTRAINT "position_events_before";
