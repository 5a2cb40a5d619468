UPDATE "alignments" SET "reason" = replace("reason", '-sound', '-audio') WHERE "reason" LIKE '%-sound';
