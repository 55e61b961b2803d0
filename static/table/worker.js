// The service worker of the table page, scope /t/.
"use strict";
